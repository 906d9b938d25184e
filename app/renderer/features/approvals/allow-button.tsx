import type { ReactNode } from 'react';
import { Button } from '../../components/button.tsx';

/** A button whose press gives authority. Disarmed it is off; while it arms, the fill runs; Enter alone never presses it. */
export function AllowButton({
  armed,
  arming,
  seal,
  keys,
  size = 'm',
  busy = false,
  onPress,
  children,
}: {
  armed: boolean;
  arming: boolean;
  seal: boolean;
  keys?: string;
  size?: 'm' | 'l';
  busy?: boolean;
  onPress: () => void;
  children: ReactNode;
}): ReactNode {
  return (
    <Button
      look={seal ? 'seal' : 'plain'}
      size={size}
      busy={busy}
      disabled={!armed}
      data-gives-authority
      className="relative isolate overflow-hidden"
      onClick={onPress}
      {...(keys === undefined ? {} : { keys })}
    >
      {arming && <span aria-hidden className="arm-fill" />}
      {children}
    </Button>
  );
}
