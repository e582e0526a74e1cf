/** `UTC+3 · Europe/Moscow · Москва`: what its clocks show now, its place, and its name in the language. */
export function zoneName(timeZone: string, language: string): string {
  const key = `${language} ${timeZone}`;
  const name = named.get(key) ?? makeName(timeZone, language);
  named.set(key, name);
  return name;
}

/** Four hundred of them are asked for with every letter that is typed into the form. */
const named = new Map<string, string>();

function makeName(timeZone: string, language: string): string {
  const offset = partOf(timeZone, 'en', 'shortOffset').replace('GMT', 'UTC');
  return [offset, timeZone, partOf(timeZone, language, 'longGeneric')].join(' · ');
}

/** Time zones of places, those of Russia first, and the one in use wherever it is. */
export function timeZones(current: string): string[] {
  const all = Intl.supportedValuesOf('timeZone').filter(
    (name) => name.includes('/') && !name.startsWith('Etc/'),
  );
  return [...new Set([...russian, current, ...all])];
}

const russian = [
  ...['Europe/Kaliningrad', 'Europe/Moscow', 'Europe/Samara', 'Asia/Yekaterinburg', 'Asia/Omsk'],
  ...[
    'Asia/Krasnoyarsk',
    'Asia/Irkutsk',
    'Asia/Yakutsk',
    'Asia/Vladivostok',
    'Asia/Magadan',
    'Asia/Kamchatka',
  ],
];

function partOf(timeZone: string, language: string, timeZoneName: 'shortOffset' | 'longGeneric'): string {
  const parts = new Intl.DateTimeFormat(language, { timeZone, timeZoneName }).formatToParts();
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? timeZone;
}
