import { expect, it } from 'vitest';
import { withPastedLists } from '@/components/editor/pasted-html';
import { toDoc, toHtml } from '@/components/editor/rich-text-schema';

/** What people paste from word processors, as the editor keeps it. */
const pasted = (html: string) => toHtml(toDoc(withPastedLists(html)));

it('keeps rows and cells of a pasted table apart, and knows a list by its style', () => {
  const html =
    '<table><tr><td><p class=MsoNormal>Вес</p></td><td><p class=MsoNormal>2 кг</p></td></tr><tr><td>Цвет</td><td>синий</td></tr></table><p class=MsoNormal style="mso-list:l0 level1 lfo1"><span>·</span>Пункт</p>';

  expect(pasted(html)).toBe(
    '<table><tr><td><p>Вес</p></td><td><p>2 кг</p></td></tr><tr><td><p>Цвет</p></td><td><p>синий</p></td></tr></table><ul><li><p>Пункт</p></li></ul>',
  );
});

it.each([
  [
    'an item whose mark the program names',
    '<p class=MsoListParagraph style="mso-list:l0 level1 lfo1"><!--[if !supportLists]--><span style="mso-list:Ignore">1.<span>&nbsp;&nbsp;</span></span><!--[endif]-->Раз</p><p class=MsoListParagraph style="mso-list:l0 level1 lfo1"><span style="mso-list:Ignore">2.</span>Два</p>',
    '<ol><li><p>Раз</p></li><li><p>Два</p></li></ol>',
  ],
  [
    'two lists with a paragraph between them',
    '<p style="mso-list:l0 level1 lfo1">•&nbsp;Раз</p><p>и</p><p style="mso-list:l1 level1 lfo2">1)&nbsp;Два</p>',
    '<ul><li><p>Раз</p></li></ul><p>и</p><ol><li><p>Два</p></li></ol>',
  ],
  [
    'a mark in an element of its own',
    '<p style="mso-list:l0 level1 lfo1"><span><span>o</span>&nbsp;</span><b>Важно</b> всем</p>',
    '<ul><li><p><strong>Важно</strong> всем</p></li></ul>',
  ],
])('reads %s', (_what, html, kept) => {
  expect(pasted(html)).toBe(kept);
});

it('leaves what is no list of a word processor alone', () => {
  expect(pasted('<p>1. Раз</p><p>- два</p>')).toBe('<p>1. Раз</p><p>- два</p>');
});
