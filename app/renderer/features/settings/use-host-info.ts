import { useEffect, useState } from 'react';
import { client, failureWords } from '../../client/client.ts';

export type HostInfo = Awaited<ReturnType<typeof client.host.info>>;

/** What the host says of itself; read once for each part that shows it. */
export function useHostInfo(): { info: HostInfo | undefined; fault: string | undefined } {
  const [info, setInfo] = useState<HostInfo>();
  const [fault, setFault] = useState<string>();
  useEffect(() => {
    let gone = false;
    client.host.info().then(
      (found) => gone || setInfo(found),
      (error: unknown) => gone || setFault(failureWords(error)),
    );
    return () => {
      gone = true;
    };
  }, []);
  return { info, fault };
}
