import { describe, expect, it } from 'vitest';
import { isHtml } from '@/contract/core/text';
import { cleanHtml, decodeEntities, htmlLength } from '@/server/core/html';

/** What is markup is cleaned, and every other sign is a sign of the text. */
describe('a sign that is no tag', () => {
  it.each([
    ['Если рост <M, берите S', 'Если рост &lt;M, берите S'],
    ['Подходит для размеров <XL и больше', 'Подходит для размеров &lt;XL и больше'],
    ['от <S и до >M, и всё', 'от &lt;S и до >M, и всё'],
    ['вес <p и выше', 'вес &lt;p и выше'],
    ['ток <a', 'ток &lt;a'],
    ['<!важно>', '&lt;!важно>'],
    ['<?', '&lt;?'],
    ['цена <100 и >5, a < b & c', 'цена <100 и >5, a < b & c'],
    ['<<< Новинка >>>', '<<< Новинка >>>'],
    ['почта <Anna@example.ru>', 'почта &lt;Anna@example.ru>'],
    ['<p>Если рост <M, берите S</p>', '<p>Если рост &lt;M, берите S</p>'],
    ['<p>размер <XS</p><p>и <L</p>', '<p>размер &lt;XS</p><p>и &lt;L</p>'],
  ])('%s', (given, kept) => {
    expect(cleanHtml(given)).toBe(kept);
    expect(cleanHtml(kept)).toBe(kept);
  });
});

describe('a text about tags', () => {
  it('is never read as one with tags', () => {
    const kept = cleanHtml('Тег &lt;b&gt; делает жирным');

    expect(kept).toBe('<p>Тег &lt;b&gt; делает жирным</p>');
    expect(cleanHtml(kept)).toBe(kept);
  });
});

describe('what holds rows, cells and items together', () => {
  it.each([
    [
      '<table border=1><tr><td colspan="2" onclick=x>Вес</td><td>2 кг</td></tr></table>',
      '<table><tr><td colspan="2">Вес</td><td>2 кг</td></tr></table>',
    ],
    ['<dl><dt>Вес</dt><dd>2 кг</dd></dl>', '<dl><dt>Вес</dt><dd>2 кг</dd></dl>'],
    ['Один<hr>Два', 'Один<hr />Два'],
    ['<h5>Уход</h5>Стирать', '<h4>Уход</h4>Стирать'],
    ['м<sup>2</sup>, H<sub>2</sub>O', 'м<sup>2</sup>, H<sub>2</sub>O'],
    ['<div>Раз</div><div>Два</div>', '<p>Раз</p><p>Два</p>'],
    ['<section><header>Раз</header><p>Два</p>три</section>', '<p>Раз</p><p>Два</p><p>три</p>'],
    ['<div>Есть:<ul><li>один</li></ul>конец</div>', '<p>Есть:</p><ul><li>один</li></ul><p>конец</p>'],
    ['<select><option>S</option><option>M</option></select>', '<p>S</p><p>M</p>'],
    ['<td colspan="99999999">x</td>', '<td>x</td>'],
  ])('%s', (given, kept) => {
    expect(cleanHtml(given)).toBe(kept);
    expect(cleanHtml(kept)).toBe(kept);
  });
});

describe('what could run', () => {
  it.each([
    '<img src=x onerror=alert(1)>',
    '<img src=x onerror=alert(1) ',
    '<svg/onload=alert(1)>',
    '<svg onload=alert(1)',
    '<x onmouseover=alert(1)>текст',
    '<M, onmouseover=alert(1) style=position:fixed>текст',
    '<<script>alert(1)</script>',
    '<scr<script>ipt>alert(1)</script>',
    '<script>alert(1)',
    '<a href="&#106;avascript:alert(1)">x</a>',
    '<math><mtext><table><mglyph><style><img src=x onerror=alert(1)>',
    '<!--><img src=x onerror=alert(1)>-->',
    '<!-- --!><img src=x onerror=alert(1)>',
    '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
    '<template><img src=x onerror=alert(1)></template>',
    '<table><td background="javascript:alert(1)">',
    '<p title="<img src=x onerror=alert(1)>">т</p>',
    `<a title='<b' href=javascript:alert(1)>т`,
    '<b\u0000 onclick=alert(1)>',
    '<details open ontoggle=alert(1)>',
    '<xmp><img src=x onerror=alert(1)></xmp>',
    '<plaintext><img src=x onerror=alert(1)>',
    '<textarea><img src=x onerror=alert(1)></textarea>',
    '&lt;img src=x onerror=alert(1)&gt;',
  ])('%s', (given) => {
    const kept = cleanHtml(given);
    const tags = kept.match(/<[a-z/!?][^>]*>?/gi) ?? [];

    for (const tag of tags)
      expect(tag).toMatch(
        /^<\/?(p|br|strong|em|u|s|sub|sup|h[2-4]|blockquote|hr|ul|ol|li|dl|dt|dd|table|thead|tbody|tfoot|tr|th|td|caption|a)( \/)?>$|^<a href="(https?:|mailto:)[^"<>]*" rel="noopener noreferrer nofollow">$|^<t[hd]( (col|row)span="\d\d?")+>$/,
      );
    expect(cleanHtml(kept)).toBe(kept);
  });
});

it('knows markup by its names', () => {
  expect(['<o:p></o:p>', '<p class=a>', '</P>', '<br/>', '<!-- x -->', '<my-tag a b=c>'].every(isHtml)).toBe(
    true,
  );
  expect(['<M>', '< p>', '<5', 'a<b', '<тег>', '<!-- x', ''].some(isHtml)).toBe(false);
});

it('decodes what a file has encoded, and counts what can be seen', () => {
  expect(decodeEntities('Цена &amp; качество &laquo;A&raquo; &lt;M')).toBe('Цена & качество «A» <M');
  expect(htmlLength('<p>a &lt;M &amp; b</p>')).toBe(8);
});

it('reads a hundred thousand hostile signs at once', () => {
  const hostile = ['<', '<a ', '<a x="', "<a x='", '<!--', '<a x=', '<p>', '<a\t', '&lt;', '<!['].map((one) =>
    one.repeat(100_000 / one.length),
  );
  const start = performance.now();
  for (const text of [...hostile, `<a${' '.repeat(100_000)}`, `<a ${'b '.repeat(50_000)}`]) isHtml(text);

  expect(performance.now() - start).toBeLessThan(3000);
});
