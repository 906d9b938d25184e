import type { Tool } from '#contract/tool';
import { t } from '../../strings/translate.ts';

const words = {
  run_python: 'tool.run_python',
  run_javascript: 'tool.run_javascript',
  calculator: 'tool.calculator',
  current_time: 'tool.current_time',
  word_count: 'tool.word_count',
  list_files: 'tool.list_files',
  read_file: 'tool.read_file',
  search_files: 'tool.search_files',
  write_file: 'tool.write_file',
  edit_file: 'tool.edit_file',
  make_folder: 'tool.make_folder',
  move_file: 'tool.move_file',
  delete_file: 'tool.delete_file',
  web_search: 'tool.web_search',
  http_fetch: 'tool.http_fetch',
  remember: 'tool.remember',
  recall_memory: 'tool.recall_memory',
  search_memory: 'tool.search_memory',
  ask_person: 'tool.ask_person',
} as const;

/** What a tool does, for a person. Its description is written for a model, so it stands only for one not known here. */
export function toolWords({ name, description }: Pick<Tool, 'name' | 'description'>): string {
  const key = Object.entries(words).find(([each]) => each === name)?.[1];
  return key ? t(key) : (description.split('\n')[0] ?? '');
}
