import { describe, expect, it } from 'vitest';
import { parseMarkCode } from '@/contract/orders/mark-code';

const gs = '\u001d';
const identity = '010460043993125621JgXJ5.T\'<&%"a';
const tail = `${gs}91EE06${gs}92${'Ab9+/='.repeat(7)}xx`;
const full = identity + tail;

describe('a marking code', () => {
  it('is kept as it was read, with what tells the piece apart', () => {
    expect(full).toHaveLength(85);
    expect(parseMarkCode(full)).toEqual({ code: full, identity });
    const short = `010460043993125621aB9/_-${gs}93dGVz`;
    expect(parseMarkCode(short)).toEqual({ code: short, identity: short.slice(0, 24) });
  });

  it('may come with what scanners add: the name of the symbol, a leading separator, an Enter, spelled separators', () => {
    for (const text of [
      `]d2${full}`,
      `${gs}${full}`,
      `${full}\r\n`,
      full.replaceAll(gs, '<GS>'),
      full.replaceAll(gs, '\\u001D'),
    ])
      expect(parseMarkCode(text)).toEqual({ code: full, identity });
  });

  it('gets dropped separators back only where lengths leave no doubt', () => {
    expect(parseMarkCode(full.replaceAll(gs, ''))).toEqual({ code: full, identity });
    const dairy = `010460043993125621aB9/_-93dGVz`;
    expect(parseMarkCode(dairy)).toBe('error-mark-separator');
    expect(parseMarkCode(`${full.replaceAll(gs, '')}1`)).toBe('error-mark-separator');
  });

  it('may be typed from beneath the symbol, without the check', () => {
    expect(parseMarkCode(identity)).toEqual({ code: identity, identity });
  });

  it.each([
    ['', 'error-mark-empty'],
    [full.replace('Jg', 'Оп'), 'error-mark-layout'],
    ['4600439931256', 'error-mark-form'],
    ['https://example.com', 'error-mark-form'],
    [full.replace('01046', '02046'), 'error-mark-form'],
    [`${identity}${gs}9x`, 'error-mark-form'],
    [`${identity}${gs}91${'x'.repeat(200)}`, 'error-mark-form'],
    [full.replace('JgXJ5', 'Jg J5'), 'error-mark-form'],
    [full.replace('31256', '31257'), 'error-mark-gtin'],
  ])('of the form «%s» is refused: %s', (text, problem) => {
    expect(parseMarkCode(text)).toBe(problem);
  });
});
