/** Tables, strikethrough and task lists for turndown; the package has no types of its own. */
declare module 'turndown-plugin-gfm' {
  import type { Plugin } from 'turndown';
  export const gfm: Plugin;
}
