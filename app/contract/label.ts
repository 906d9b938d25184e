import * as z from 'zod';
import { ToolCallId } from './ids.ts';

/** Where text came from. A result carries the union of its inputs' labels unless its tool declares otherwise. */
export const Label = z.object({
  origin: z.literal('outside'),
  /** The call whose result it came with; absent where it was there from the start (a tool's description). */
  callId: ToolCallId.optional(),
  /** The tool whose result or description it is. */
  tool: z.string().optional(),
  url: z.string().optional(),
  path: z.string().optional(),
});
export type Label = z.infer<typeof Label>;
