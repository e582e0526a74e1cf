/**
 * Networks that a record may link to: those that Russian shops have, and then the four of the dialect, whose way of
 * naming icons all follow (reference entities E04).
 */
export const socialIcons = [
  'VkIcon',
  'TelegramIcon',
  'OdnoklassnikiIcon',
  'RutubeIcon',
  'DzenIcon',
  'YouTubeIcon',
  'FacebookIcon',
  'InstagramIcon',
  'TwitterIcon',
] as const;

export function isSocialIcon(icon: unknown): boolean {
  return socialIcons.some((known) => known === icon);
}
