/** `UTC+3 · Europe/Moscow · Москва`: current offset, zone, and its name in the language. */
export function zoneName(timeZone: string, language: string): string {
  const key = `${language} ${timeZone}`;
  const name = named.get(key) ?? makeName(timeZone, language);
  named.set(key, name);
  return name;
}

/** Cached: four hundred names are needed on every keystroke in the form. */
const named = new Map<string, string>();

function makeName(timeZone: string, language: string): string {
  const offset = partOf(timeZone, 'en', 'shortOffset').replace('GMT', 'UTC');
  return [offset, timeZone, partOf(timeZone, language, 'longGeneric')].join(' · ');
}

/** Time zones by place, Russian ones first, and always the current one. */
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
