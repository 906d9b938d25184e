import { expect, it } from 'vitest';
import { maskIn } from './secret-mask.ts';

it.each([
  '[secret:tracker]',
  'http://host/num[redacted:key-in-an-address]&x=1',
  'http://host/num%5Bredacted%3Akey-in-an-address%5D',
  'http://host/%5bsecret:tracker%5d',
  { headers: { authorization: 'Bearer [redacted:AWS-secret-key]' } },
  { headers: { '[redacted:private-key]': 'x' } },
  { list: [1, null, ['a', '[secret:a b]'.replace(' ', '-')]] },
])('finds the mask of a secret in %j', (value) => {
  expect(maskIn(value)).toMatch(/secret|redacted/);
});

it.each(['[secret]', '[1]: https://host/', 'a[redacted]b', 'x[secret:', { a: [1, true, null] }, undefined])(
  'finds none in %j',
  (value) => {
    expect(maskIn(value)).toBeUndefined();
  },
);
