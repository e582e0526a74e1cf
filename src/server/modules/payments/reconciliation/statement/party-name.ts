import { isInn } from '@/contract/core/requisites';

const longestName = 500;

/**
 * The ИНН that a bank wrote into the name, and the name without it: «ИНН 7750005725 НКО ЮМани», «7750005725, НКО ЮМани (ООО)»,
 * «ООО "Лавка" ИНН/КПП 7736050003/773601001». Digits without the word count at either end only, and with their control digits.
 */
export function splitPartyName(written: string): { name: string; inn: string | null } {
  const text = written.slice(0, longestName).trim();
  for (const match of text.matchAll(/(?<!\d)(?:\d{12}|\d{10})(?!\d)/g)) {
    const [inn] = match;
    const before = text.slice(0, match.index);
    const [word] = /(?<!\p{L})(?:ИНН|INN)(?:\s?\/\s?(?:КПП|KPP))?[\s:№.\p{Pd}]{0,3}$/iu.exec(before) ?? [];
    const behind = text
      .slice(match.index + inn.length)
      .replace(/^[\s,]{0,2}(?:[/\\]\s?(?:(?:КПП|KPP)[\s:]{0,2})?|(?:КПП|KPP)[\s:№.]{0,3})\d{9}(?!\d)/i, '');
    const isAtEnd = /^[\s(]*$/.test(before) || /^[\s).,;/]*$/.test(behind);
    if (word === undefined && !(isAtEnd && isInn(inn))) continue;
    const first = before.slice(0, before.length - (word?.length ?? 0)).trimEnd();
    // «Иванов (ИНН …)» would leave a bracket.
    const rest = [first, first.endsWith('(') ? behind.replace(')', '') : behind]
      .map(trimMarks)
      .filter(Boolean);
    return { name: rest.join(' '), inn };
  }
  return { name: text, inn: null };
}

/** An ИНН that stands in a field of its own, maybe with a КПП; «0» and the numbers of foreigners are none. */
export function readInn(written: string): string | null {
  const text = written.slice(0, 60);
  // Printed in groups: «7750 005 725».
  const whole = /^[\d\s]+$/.test(text) ? text.replace(/\s/g, '') : text;
  const [inn = null] = /(?<!\d)(?:\d{12}|\d{10})(?!\d)/.exec(whole) ?? [];
  return inn === null || /^0+$/.test(inn) ? null : inn;
}

const trimMarks = (text: string): string => {
  let [from, to] = [0, text.length];
  while (from < to && ' ,;:/)'.includes(text[from] ?? '')) from += 1;
  while (to > from && ' ,;:/('.includes(text[to - 1] ?? '')) to -= 1;
  return text.slice(from, to);
};
