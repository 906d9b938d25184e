/** The newest Electron major known when this was written; Electron supports the latest three (E15). */
export const NEWEST_KNOWN_MAJOR = 45;

/**
 * Why a version of Electron may not be shipped, or undefined when it may: only the newest three majors get fixes for
 * holes in Chromium, and what the window shows is text from outside (E15).
 */
export function whyUnsupported(version: string, newestMajor: number): string | undefined {
  const major = Number(/^(\d+)\./.exec(version)?.[1]);
  if (!Number.isInteger(major)) return `"${version}" is no exact version of Electron.`;
  const oldest = Math.max(newestMajor, NEWEST_KNOWN_MAJOR) - 2;
  if (major >= oldest) return undefined;
  return `Electron ${version} gets no more security fixes: ${oldest} is the oldest major that does. Update package.json.`;
}
