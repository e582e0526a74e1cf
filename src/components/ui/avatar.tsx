import { fileUrl } from '@/lib/api/client';

interface AvatarProps {
  name: string;
  /** Stored address of the picture; initials without one. */
  path?: string | null | undefined;
  size?: 'small' | 'normal' | 'large';
  shape?: 'round' | 'square';
}

const sizes = { small: 'size-7.5 text-[12px]', normal: 'size-9 text-small', large: 'size-14 text-title' };

/** Picture or initials of a person or shop. Decorative: the name is always shown next to it. */
export function Avatar({ name, path, size = 'small', shape = 'round' }: AvatarProps) {
  const box = `${sizes[size]} ${shape === 'round' ? 'rounded-full' : 'rounded-control'} shrink-0`;
  if (path) return <img src={fileUrl(path)} alt="" className={`${box} bg-sunken object-cover`} />;
  return (
    // No text: a person who says what is written on a button does not say the initials.
    <span
      aria-hidden="true"
      data-initials={initialsOf(name)}
      className={`${box} inline-flex select-none items-center justify-center bg-accent-soft font-semibold text-accent-ink before:content-[attr(data-initials)]`}
    />
  );
}

function initialsOf(name: string): string {
  const words = name.split(/[\s«»"'-]+/u).filter(Boolean);
  const letters = words.slice(0, 2).map((word) => Array.from(word)[0] ?? '');
  return letters.join('').toUpperCase() || '·';
}
