/** Joins the class names that hold. Takes names, or false and undefined where one does not apply. */
export function classNames(...names: readonly (string | false | null | undefined)[]): string {
  return names.filter(Boolean).join(' ');
}
