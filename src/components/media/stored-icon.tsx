import { SpriteIcon } from '@/components/ui/sprite-icon';

/** Icons that people may choose, by the name that is stored. Their words are `form:icons.<name>`. */
export const iconNames: readonly string[] = [
  'tag',
  'star',
  'heart',
  'sparkles',
  'percent',
  'flame',
  'zap',
  'gift',
  'crown',
  'gem',
  'leaf',
  'flower',
  'sun',
  'snowflake',
  'shopping-bag',
  'truck',
  'shirt',
  'footprints',
  'watch',
  'home',
  'sofa',
  'utensils',
  'cup',
  'cake',
  'baby',
  'book',
  'music',
  'palette',
  'camera',
  'laptop',
  'smartphone',
  'gamepad',
  'dumbbell',
  'car',
  'wrench',
  'scissors',
  'brush',
  'clock',
  'package',
  'paw',
];

/** Social networks, drawn as `network-<name>`; other clients of this dialect write `VkIcon` (reference entities E04). */
const networks: readonly string[] = [
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
];
const otherNames: Record<string, string> = { odnoklassniki: 'ok', twitter: 'x' };

/** A chosen icon or the sign of a network; another server's unknown name is drawn as a tag. */
export function StoredIcon({ name, className = 'size-4.5' }: { name: string; className?: string }) {
  const plain = name.replace(/Icon$/, '').toLowerCase();
  const network = otherNames[plain] ?? plain;
  const symbol = networks.includes(network) ? `network-${network}` : 'tag';
  return <SpriteIcon name={iconNames.includes(name) ? name : symbol} className={className} />;
}
