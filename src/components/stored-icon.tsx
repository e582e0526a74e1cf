import { SpriteIcon } from './sprite-icon';

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

/** A chosen icon; another server's unknown name is drawn as a tag. */
export function StoredIcon({ name, className = 'size-4.5' }: { name: string; className?: string }) {
  return <SpriteIcon name={iconNames.includes(name) ? name : 'tag'} className={className} />;
}
