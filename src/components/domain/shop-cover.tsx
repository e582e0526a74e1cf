import { useId } from 'react';
import type { Attachment } from '@/contract/core/define';
import { fileUrl } from '@/lib/api/client';
import { focusStyle } from '@/lib/format/focus';

interface ShopCoverProps {
  cover: Attachment | null | undefined;
  /** Rotates the default pattern, so that neighbours differ. */
  seed: number;
  className?: string;
}

/** A shop's cover or a default pattern. Decorative: the name is shown next to it. */
export function ShopCover({ cover, seed, className = '' }: ShopCoverProps) {
  const id = useId();
  if (cover) {
    return (
      <img
        src={fileUrl(cover.original)}
        alt=""
        style={focusStyle(cover)}
        className={`w-full bg-sunken object-cover ${className}`}
      />
    );
  }
  return (
    <svg aria-hidden="true" className={`w-full bg-accent-soft text-accent/25 ${className}`}>
      <defs>
        <pattern
          id={id}
          width="28"
          height="28"
          patternUnits="userSpaceOnUse"
          patternTransform={`rotate(${(seed * 37) % 90})`}
        >
          <path d="M14 3 25 14 14 25 3 14Z" fill="none" stroke="currentColor" strokeWidth="1.5" />
          <circle cx="14" cy="14" r="2.5" fill="currentColor" />
        </pattern>
      </defs>
      <rect width="100%" height="100%" fill={`url(#${id})`} />
    </svg>
  );
}
