/** Whose word the content of an address is: its host, without a leading `www.`. Empty for what is no address. */
export function organizationOf(url: string): string {
  return (URL.parse(url)?.hostname ?? '').replace(/^www\./u, '');
}
