import fs from 'node:fs';
import { childPath, type HeldFolder, holdRoot, lookAt, openChildFolder, refuseKind } from './held-child.ts';
import { done, fail, fromSystem, type JailResult } from './jail-error.ts';
import { identityOf, type OpenFolder, replaced, sameFolder } from './open-folder.ts';

/** More links than this on one way is a loop, as the kernel has it. */
const MOST_LINKS = 40;
/** Each folder on the way is held open, so the way may not be endless. */
const DEEPEST = 200;

/** What to walk, and what to do about links. */
export interface Route {
  /** Names from the folder down; `..` goes back to the folder that was held before, never to the disk's `..`. */
  readonly steps: readonly string[];
  /** The text ended in a slash: only a folder will do. */
  readonly folderOnly: boolean;
  /** The path as the agent sees it, for messages. */
  readonly shown: string;
  /**
   * Asked, where links were followed, whether the names they lead to may be used; `never` refuses every link (writes,
   * A8.14). A link may lead anywhere inside the folder; absolute targets are refused (P1).
   */
  readonly links: 'never' | ((names: readonly string[]) => boolean);
}

/** The end of the way: the held folder and the last name in it, or the granted folder itself (`name` undefined). */
export interface Arrival {
  readonly parent: HeldFolder;
  readonly name: string | undefined;
  /** The names after all links were followed. */
  readonly names: readonly string[];
  readonly folderOnly: boolean;
}

/**
 * Walks from the granted folder to the last name of a route, holding every folder on the way, so that nothing that is
 * renamed or swapped meanwhile can lead the walk out (P1, P2, P3). The last name itself is not opened; it is not a link
 * unless nothing is there.
 * @param visit uses the arrival while the folders are held; they are closed when it returns
 * @returns what `visit` returned, or `outside`, `not-found`, `not-a-folder`, `symlink`, `denied`
 */
export function walk<Value>(
  root: OpenFolder,
  route: Route,
  visit: (arrival: Arrival) => JailResult<Value>,
): JailResult<Value> {
  const held: HeldFolder[] = [holdRoot(root)];
  try {
    if (root.strategy === 'realpath' && !isStillThere(root)) return replaced();
    const arrival = arrive(root, route, held);
    return arrival.ok ? visit(arrival.value) : arrival;
  } catch (error) {
    return fromSystem(error, route.shown);
  } finally {
    for (const folder of held.slice(1)) fs.closeSync(folder.fd);
  }
}

function arrive(root: OpenFolder, route: Route, held: HeldFolder[]): JailResult<Arrival> {
  const names: string[] = [];
  let queue = [...route.steps];
  let folderOnly = route.folderOnly;
  let links = 0;
  /** Names walked below one that does not exist; they may still be taken back by `..` (case P5). */
  let missing = 0;

  for (let step = queue.shift(); step !== undefined; step = queue.shift()) {
    if (step === '..') {
      if (missing > 0) missing -= 1;
      else if (!leaveFolder(held, names)) return fail('outside', `${route.shown} leads out of its folder.`);
      continue;
    }
    if (missing > 0) {
      missing += 1;
      continue;
    }
    const parent = top(held);
    const found = lookAt(parent, step);
    if (found?.kind === 'link') {
      links += 1;
      const target = followLink(parent, step, route, links);
      if (!target.ok) return target;
      queue = [...target.value.steps, ...queue];
      if (queue.length === target.value.steps.length) folderOnly ||= target.value.folderOnly;
      continue;
    }
    if (queue.length === 0) {
      return permitted(route, links, { parent, name: step, names: [...names, step], folderOnly });
    }
    if (!found) {
      missing = 1;
      continue;
    }
    if (found.kind !== 'folder') return fail('not-a-folder', `${route.shown} has a part that is not a folder.`);
    if (held.length > DEEPEST) return fail('name', `${route.shown} goes through more than ${DEEPEST} folders.`);
    const child = openChildFolder(root, parent, step, route.shown);
    if (!child.ok) return child;
    held.push(child.value);
    names.push(step);
  }
  if (missing > 0) return fail('not-found', `${route.shown} does not exist.`);
  return permitted(route, links, arriveAtHeld(held, names, folderOnly));
}

/** Where links were followed, the real names decide, not the ones that were written (P19). */
function permitted(route: Route, links: number, arrival: Arrival): JailResult<Arrival> {
  if (links === 0 || route.links === 'never' || route.links(arrival.names)) return done(arrival);
  return fail('symlink', `${route.shown} is a link to a protected file; it is not followed.`);
}

/** The route ended in `..` or in a link to the folder: the last held folder is what is meant. */
function arriveAtHeld(held: HeldFolder[], names: string[], folderOnly: boolean): Arrival {
  const name = names.at(-1);
  const parent = held.at(-2);
  if (name === undefined || parent === undefined) return { parent: top(held), name: undefined, names: [], folderOnly };
  return { parent, name, names: [...names], folderOnly: true };
}

function followLink(
  parent: HeldFolder,
  name: string,
  route: Route,
  links: number,
): JailResult<{ steps: string[]; folderOnly: boolean }> {
  if (route.links === 'never') return refuseKind('link', route.shown);
  if (links > MOST_LINKS) return fail('symlink', `${route.shown} goes through too many links.`);
  const target = fs.readlinkSync(childPath(parent, name));
  if (/^\/|^[A-Za-z]:|\\/.test(target)) {
    return fail('outside', `${route.shown} is a link to an absolute path; only links inside the folder are followed.`);
  }
  const steps = target.split('/').filter((part) => part !== '' && part !== '.');
  return done({ steps, folderOnly: /(?:^|\/)\.{0,2}$/.test(target) });
}

/** Where folders are reached by path, the granted one must still be there, and no link in its place (P14). */
function isStillThere(root: OpenFolder): boolean {
  const stat = fs.lstatSync(root.root, { bigint: true, throwIfNoEntry: false });
  return stat?.isDirectory() === true && sameFolder(root.identity, identityOf(stat));
}

function leaveFolder(held: HeldFolder[], names: string[]): boolean {
  if (held.length === 1) return false;
  const left = held.pop();
  if (left) fs.closeSync(left.fd);
  names.pop();
  return true;
}

function top(held: readonly HeldFolder[]): HeldFolder {
  const folder = held.at(-1);
  if (!folder) throw new Error('a walk always holds its root');
  return folder;
}
