import { describe, expect, it } from 'vitest';
import { isInn } from '@/contract/core/requisites';
import { compareVersions, isAppVersion } from '@/contract/settings/app-version';

/** Numbers with their own rules: a taxpayer's number, and the version of an app build. */
describe('isInn', () => {
  it.each(['7707083893', '7830002293', '500100732259', '502099881120'])('takes %s', (inn) => {
    expect(isInn(inn)).toBe(true);
  });

  it.each([
    ['a wrong last digit', '7707083894'],
    ['noughts alone', '0000000000'],
    ['two digits swapped', '7770083893'],
    ['a wrong eleventh digit', '500100732269'],
    ['a wrong twelfth digit', '500100732258'],
    ['eleven digits', '50010073225'],
    ['nine digits', '770708389'],
    ['letters', '77070838O3'],
    ['spaces', '7707 083893'],
    ['digits of another script', '٧٧٠٧٠٨٣٨٩٣'],
    ['nothing', ''],
  ])('refuses %s', (_what, inn) => {
    expect(isInn(inn)).toBe(false);
  });

  it('detects every single wrong digit', () => {
    for (const right of ['7707083893', '500100732259']) {
      for (let place = 0; place < right.length; place += 1) {
        const digit = (Number(right[place]) + 1) % 10;
        const wrong = right.slice(0, place) + digit + right.slice(place + 1);
        expect([wrong, isInn(wrong)]).toEqual([wrong, false]);
      }
    }
  });
});

describe('isAppVersion', () => {
  it.each(['0.0.1', '1.10.0', '12.34.56'])('takes %s', (version) => {
    expect(isAppVersion(version)).toBe(true);
  });

  it.each(['1.2', '1.2.3.4', '01.2.3', 'v1.2.3', '1.2.x', '1.2.3-beta', '', null, 123, '1.2.1234567'])(
    'refuses %s',
    (version) => {
      expect(isAppVersion(version)).toBe(false);
    },
  );
});

describe('compareVersions', () => {
  it('compares numbers, not characters', () => {
    const mixed = ['1.10.0', '1.9.0', '10.0.0', '2.0.0', '1.9.12'];

    expect([...mixed].sort(compareVersions)).toEqual(['1.9.0', '1.9.12', '1.10.0', '2.0.0', '10.0.0']);
    expect(compareVersions('1.2.3', '1.2.3')).toBe(0);
  });
});
