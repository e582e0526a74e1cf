import { describe, expect, it } from 'vitest';
import { maskPhone, wholePhone } from '@/lib/format/phone-mask';

describe('a phone number while it is typed', () => {
  it.each([
    ['8', '+7 ('],
    ['9', '+7 (9'],
    ['+7 (999', '+7 (999) '],
    ['+7 (999) 1234', '+7 (999) 123-4'],
    // Ten digits with the country code are nine digits of the number.
    ['+7 (999) 123-45-6', '+7 (999) 123-45-6'],
    ['9991234567', '+7 (999) 123-45-67'],
    ['8 999 123 45 67', '+7 (999) 123-45-67'],
    ['+375 29 123', '+375 29 123'],
    ['abc', 'abc'],
  ])('%s becomes %s', (text, shaped) => {
    expect(maskPhone(text)).toBe(shaped);
  });

  it('is incomplete before its last digit', () => {
    expect(wholePhone('+7 (999) 123-45-6')).toBeUndefined();
    expect(wholePhone('+7 (999) 123-45-67')).toBe('+7 (999) 123-45-67');
    expect(wholePhone('89991234567')).toBe('+7 (999) 123-45-67');
  });
});
