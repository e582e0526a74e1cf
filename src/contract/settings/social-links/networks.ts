/** Networks of links; each has a symbol `network-<name>` in `public/icons.svg`. */
export const networks = [
  'vk',
  'telegram',
  'ok',
  'rutube',
  'dzen',
  'youtube',
  'whatsapp',
  'instagram',
  'facebook',
  'x',
] as const;
