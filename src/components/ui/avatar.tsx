interface AvatarProps {
  name: string;
  /** Address of the picture; initials stand in for it. */
  url?: string | undefined;
  size?: 'small' | 'normal' | 'large';
  shape?: 'round' | 'square';
}

const sizes = { small: 'size-7.5 text-[12px]', normal: 'size-9 text-small', large: 'size-14 text-title' };

/** A person's or a shop's picture, else initials. Decorative: the name is always written beside it. */
export function Avatar({ name, url, size = 'small', shape = 'round' }: AvatarProps) {
  const box = `${sizes[size]} ${shape === 'round' ? 'rounded-full' : 'rounded-control'} shrink-0`;
  if (url) return <img src={url} alt="" className={`${box} bg-sunken object-cover`} />;
  return (
    <span
      aria-hidden="true"
      className={`${box} inline-flex select-none items-center justify-center bg-accent-soft font-semibold text-accent-ink`}
    >
      {initialsOf(name)}
    </span>
  );
}

function initialsOf(name: string): string {
  const words = name.split(/[\s«»"'-]+/u).filter(Boolean);
  const letters = words.slice(0, 2).map((word) => Array.from(word)[0] ?? '');
  return letters.join('').toUpperCase() || '·';
}
