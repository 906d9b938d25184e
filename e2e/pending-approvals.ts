import { expect, type HostControl } from './launch.ts';

/** A request as the host has it on record. */
export interface PendingApproval {
  id: string;
  hash: string;
  call: { tool: string; input: Record<string, string> };
}

/** What waits for a person, asked of the host by another program than the page. */
export async function pendingApprovals(host: HostControl): Promise<PendingApproval[]> {
  const listed = await host.warrant(['approvals', '--output', 'json']);
  expect(listed.code, listed.stderr).toBe(0);
  const items = JSON.parse(listed.stdout) as { approval: PendingApproval }[];
  return items.map((item) => item.approval);
}
