import { FRAME_HEAD_BYTES } from '../../../../sandbox/protocol.ts';

/** One frame: its kind and its body (JSON length, JSON, bytes). */
export type Frame = { kind: number; body: Buffer };

/**
 * Cuts a guest's byte stream into frames. The guest may write anything, so a frame is refused by its head, before its
 * body is kept: memory never grows past the largest frame that is allowed at this moment.
 * @param limitOf the largest body of this kind of frame now, or undefined when such a frame must not come now
 * @param onFrame takes each whole frame
 * @returns takes the next chunk; false when the stream broke the rules (nothing more is read after that)
 */
export function createFrameReader(
  limitOf: (kind: number) => number | undefined,
  onFrame: (frame: Frame) => void,
): (chunk: Buffer) => boolean {
  const head = FRAME_HEAD_BYTES - 4;
  let parts: Buffer[] = [];
  let have = 0;
  let need = head;
  let kind = -1;
  let broken = false;

  /** Takes `count` bytes off the front; joins chunks once. */
  const take = (count: number): Buffer => {
    const whole = parts.length === 1 && parts[0] !== undefined ? parts[0] : Buffer.concat(parts, have);
    const rest = whole.subarray(count);
    parts = rest.length > 0 ? [rest] : [];
    have = rest.length;
    return whole.subarray(0, count);
  };

  return (chunk) => {
    if (broken) return false;
    parts.push(chunk);
    have += chunk.length;
    while (have >= need) {
      if (kind === -1) {
        const taken = take(head);
        const length = taken.readUInt32LE(0);
        const told = taken.readUInt8(4);
        const limit = limitOf(told);
        if (limit === undefined || length > limit || length < 4) {
          broken = true;
          parts = [];
          return false;
        }
        kind = told;
        need = length;
      } else {
        const frame = { kind, body: take(need) };
        kind = -1;
        need = head;
        onFrame(frame);
      }
    }
    return true;
  };
}
