/**
 * Whether the end of what scrolls inside `box` is truly on screen: it is scrolled to its end, and the end is not cut off
 * by what `box` itself scrolls in (rule H3).
 */
export function endInSight(box: HTMLElement): boolean {
  if (box.scrollTop + box.clientHeight < box.scrollHeight - 2) return false;
  const { bottom } = box.getBoundingClientRect();
  for (let around = box.parentElement; around; around = around.parentElement) {
    const cuts = /auto|scroll|hidden|clip/.test(getComputedStyle(around).overflowY);
    if (cuts && bottom > around.getBoundingClientRect().bottom + 1) return false;
  }
  return true;
}
