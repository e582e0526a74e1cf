/** Networks that a link may lead to; each has a symbol `network-<name>` in `public/icons.svg`. */
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
