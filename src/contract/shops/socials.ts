/**
 * Social networks of profiles: those common in Russia, then the four of the dialect, whose icon names all of them
 * follow.
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
