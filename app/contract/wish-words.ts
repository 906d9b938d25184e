/**
 * Words by which a person asks for a change of files, in lower case (`Command.wish`). Each is a verb whose object is the
 * file: "summarise" is none, as what is summarised is read. The file tools have them, and so do the changes that code
 * stages.
 */
export const WISH_WORDS = {
  write: ['write', 'save', 'create', 'make', 'put', 'store', 'replace', 'overwrite', 'update', 'rewrite', 'produce'],
  edit: [
    'edit',
    'change',
    'replace',
    'update',
    'correct',
    'fix',
    'modify',
    'amend',
    'adjust',
    'add',
    'insert',
    'append',
  ],
  move: ['move', 'rename'],
  makeFolder: ['make', 'create'],
  delete: ['delete', 'remove', 'erase'],
} as const satisfies Record<string, readonly string[]>;
