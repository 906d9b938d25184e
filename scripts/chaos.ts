import { killLoop } from '../app/main/host/store/attacks/kill-loop.ts';

/*
 * `npm run chaos [KILLS]`: kills a process that appends to the log with SIGKILL at random moments, 1,000 times unless told
 * otherwise, and checks after each kill that nothing acknowledged is lost and nothing is torn (rule D3). Prints figures;
 * exits 1 at the first fault and leaves the data folder for a look.
 */

const kills = Number(process.argv[2] ?? 1000);
if (!Number.isInteger(kills) || kills < 1) {
  console.error('How many kills? `npm run chaos 1000`');
  process.exit(2);
}

const started = performance.now();
const figures = await killLoop(kills, ({ kills: done, acknowledged }) => {
  if (done % 50 === 0) console.log(`${done} of ${kills} kills, ${acknowledged} acknowledged entries, none lost`);
});
const seconds = ((performance.now() - started) / 1000).toFixed(0);

console.log(
  [
    `kills                          ${figures.kills} in ${seconds} s`,
    `  before the store was open    ${figures.beforeReady}`,
    `acknowledged entries           ${figures.acknowledged}, every one found again`,
    `on disk before they were acknowledged  ${figures.inFlight}, every one whole`,
    `acknowledged blobs             ${figures.blobs}, every one found again`,
    `faults                         ${figures.faults.length}`,
  ].join('\n'),
);
for (const fault of figures.faults) console.error(fault);
process.exit(figures.faults.length === 0 ? 0 : 1);
