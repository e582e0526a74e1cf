/** Random whole number below `most` (`dice.ts`). */
type Roll = (most: number) => number;

const pick = <Item>(roll: Roll, items: readonly Item[]): Item => items[roll(items.length)] as Item;

const names = ['pervaya', 'x.js', '1.json', 'a.b', '7', 'Ё', 'a%b', 'favicon.ico', '[shop]', 'constructor'];

/** An unusual spelling of an address that Next still resolves to its page. */
export function spellingOf(page: string, roll: Roll, build = 'build'): string {
  const segments = page
    .split('/')
    .filter(Boolean)
    .flatMap((segment) => {
      if (segment.startsWith('[[...'))
        return pick(roll, [[], ['create'], ['1', 'edit'], ['1.json'], ['a', 'b', 'c']]);
      return [segment.startsWith('[') ? pick(roll, names) : segment];
    })
    .map((segment) => encoded(segment, roll));
  if (segments.length === 0 && roll(2) === 0) segments.push('index');
  if (roll(2) === 0) segments.unshift(pick(roll, ['ru', 'RU', 'rU']));
  if (roll(6) === 0) {
    const file = segments.length > 0 ? segments.join('/') : 'index';
    return `/admin/_next/data/${build}/${file}.json`;
  }
  const end = pick(roll, ['', '', '/', '//', '/.', '?a=1', '?file=a.css', '/?a=%2F']);
  return `/admin${segments.map((segment, index) => (index > 0 ? separator(roll) : '/') + segment).join('')}${end}`;
}

function separator(roll: Roll): string {
  const usual = ['/', '/', '/', '/'];
  return pick(roll, [...usual, '//', '/./', '/x/../', '/x/%2e%2E/', '\\', '/_next/../', '/x%2f..%2F']);
}

function encoded(segment: string, roll: Roll): string {
  const usual = encodeURIComponent(segment);
  if (roll(3) > 0) return usual;
  return usual.replace(/[a-z]/g, (letter) => (roll(2) === 0 ? percent(letter, roll) : letter));
}

function percent(letter: string, roll: Roll): string {
  const hex = letter.charCodeAt(0).toString(16);
  return `%${roll(2) === 0 ? hex : hex.toUpperCase()}`;
}
