import * as z from 'zod';
import { ToolCallId } from './ids.ts';

/** Where text came from. A result carries the union of its inputs' labels unless its tool declares otherwise. */
export const Label = z.object({
  origin: z.literal('outside'),
  callId: ToolCallId,
  url: z.string().optional(),
  path: z.string().optional(),
});
export type Label = z.infer<typeof Label>;
