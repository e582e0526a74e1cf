/** Order matters: most browsers also contain the names of others. */
const browsers: [RegExp, string][] = [
  [/YaBrowser\//, 'Yandex Browser'],
  [/Edg(A|iOS)?\//, 'Edge'],
  [/OPR\/|Opera/, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\//, 'Chrome'],
  [/Safari\//, 'Safari'],
];

const systems: [RegExp, string][] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X|Macintosh/, 'macOS'],
  [/CrOS/, 'ChromeOS'],
  [/Linux/, 'Linux'],
];

/** Browser and system of a session, `Chrome, Windows`; undefined when neither is known. */
export function describeDevice(userAgent: string | null): { name: string; isPhone: boolean } | undefined {
  const text = userAgent ?? '';
  const names = [browsers, systems].flatMap((list) => list.find(([sign]) => sign.test(text))?.[1] ?? []);
  if (names.length === 0) return undefined;
  return { name: names.join(', '), isPhone: /Mobile|iPhone|iPad|Android/.test(text) };
}
