import { describe, expect, it } from 'vitest';
import { fetchPicture } from '@/server/integrations/files/pictures';
import { directLink } from '@/server/integrations/files/share-links';
import { splitFiles } from '@/server/modules/catalogue/import/cells';

/** Links to pictures as people and programs write them into cells. */
const a = 'https://shop.example/a.png';
const b = 'https://shop.example/b.jpg';

describe('a cell with links', () => {
  it.each([
    ['two by a comma', `${a}, ${b}`, [a, b]],
    ['two by a comma without a space', `${a},${b}`, [a, b]],
    ['two by a space', `${a} ${b}`, [a, b]],
    ['two by a line', `${a}\r\n${b}`, [a, b]],
    ['two by a semicolon', `${a}; ${b};`, [a, b]],
    ['two by a bar', `${a}|${b}`, [a, b]],
    ['the same twice', `${a};${a}`, [a]],
    ['a link and the name of a file', `${a};чашка 2.png`, [a, 'чашка 2.png']],
    ['names of files', 'a.png, b.jpg;c.webp | d.png', ['a.png', 'b.jpg', 'c.webp', 'd.png']],
    ['a semicolon within', `${a}?crop=1;size=2`, [`${a}?crop=1;size=2`]],
    ['a bar within', `${a}?filter=a|b`, [`${a}?filter=a|b`]],
    ['a comma within', `${a}?crop=1,2`, [`${a}?crop=1,2`]],
    ['a space within', 'https://shop.example/my cup.png', ['https://shop.example/my%20cup.png']],
    ['a sign of HTML', `${a}?w=1&amp;h=2`, [`${a}?w=1&h=2`]],
    ['quotes around', `«${a}»`.replace('»', '"'), [a]],
    ['brackets around', `[${a}]`, [a]],
    ['an element', `<img src="${a}" alt="Чашка">`, [a]],
    ['a formula', `=HYPERLINK("${a}")`, [a]],
    ['no scheme', '//shop.example/a.png', [a]],
    ['Cyrillic letters', 'https://магазин.рф/чашка.png', ['https://магазин.рф/чашка.png']],
    ['JSON', JSON.stringify([{ original: a }, { original: b }]), [a, b]],
  ])('%s', (_what, cell, files) => {
    expect(splitFiles(cell)).toEqual(files);
  });

  it('of a hundred thousand signs is read at once', () => {
    const began = performance.now();
    for (const sign of [';', ' ', ' ;', '|', ',', '"', 'https:', 'https://a;', '//'])
      splitFiles(a + sign.repeat(50_000));
    expect(performance.now() - began).toBeLessThan(1000);
  });
});

describe('a link that is meant for sharing', () => {
  it.each([
    ['https://www.dropbox.com/s/abc/cup.jpg?dl=0', 'https://www.dropbox.com/s/abc/cup.jpg?raw=1'],
    [
      'https://www.dropbox.com/scl/fi/abc/cup.jpg?rlkey=k1&dl=0',
      'https://www.dropbox.com/scl/fi/abc/cup.jpg?rlkey=k1&raw=1',
    ],
    [
      'https://drive.google.com/file/d/1Ab-C_d/view?usp=sharing',
      'https://drive.google.com/uc?export=download&id=1Ab-C_d',
    ],
    ['https://drive.google.com/open?id=1AbC', 'https://drive.google.com/uc?export=download&id=1AbC'],
    ['https://imgur.com/aBc1234', 'https://i.imgur.com/aBc1234.jpg'],
    ['https://i.imgur.com/aBc1234.png', 'https://i.imgur.com/aBc1234.png'],
    ['https://imgur.com/a/aBc1234', 'https://imgur.com/a/aBc1234'],
    ['https://drive.google.com/drive/folders/1AbC', 'https://drive.google.com/drive/folders/1AbC'],
    ['https://notdropbox.com/s/abc/cup.jpg?dl=0', 'https://notdropbox.com/s/abc/cup.jpg?dl=0'],
  ])('%s', (link, direct) => {
    expect(directLink(link)).toBe(direct);
  });

  it.each(['https://disk.yandex.ru/i/AbC', 'https://yadi.sk/i/AbC', 'https://disk.yandex.com.tr/i/AbC'])(
    '%s is asked of Яндекс Диск',
    async (link) => {
      const asked: string[] = [];
      const resolve = async (host: string) => {
        asked.push(host);
        throw new Error('ENOTFOUND');
      };
      await expect(fetchPicture(link, { resolve, isPublic: () => true, ports: 'any' })).rejects.toThrow(
        'unreachable',
      );
      expect(asked).toEqual(['cloud-api.yandex.net']);
    },
  );
});
