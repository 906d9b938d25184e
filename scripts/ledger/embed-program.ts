/** The TypeScript module that carries the text of the checking program for the demo model. */
export function embedProgram(program: string): string {
  const literal = program.replace(/[\\`]|\$\{/g, (special) => `\\${special}`);
  return `/**
 * The program that the demo model runs to check a ledger: \`resources/samples/ledger-check/check.py\`, word for word.
 * Made by \`scripts/embed-check.ts\`; change the program there and run that script.
 */
export const ledgerProgram = \`${literal}\`;
`;
}
