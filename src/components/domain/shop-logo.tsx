import type { Attachment } from '@/contract/core/define';
import { fileUrl } from '@/lib/api/client';

interface ShopLogoProps {
  name: string;
  logo: Attachment | null;
  isActive: boolean;
  className?: string;
}

/** A shop's round logo or initial, with a ring in the colour of its status; the status is also shown as text. */
export function ShopLogo({ name, logo, isActive, className = 'size-16' }: ShopLogoProps) {
  const ring = isActive ? 'outline-good' : 'outline-warn';
  const shape = `${className} shrink-0 rounded-full border-3 border-surface outline-2 ${ring}`;
  if (logo)
    return <img src={fileUrl(logo.thumbnail)} alt="" className={`bg-surface object-cover ${shape}`} />;
  return (
    <span
      aria-hidden="true"
      className={`grid place-items-center bg-accent text-title font-semibold text-accent-on select-none ${shape}`}
    >
      {Array.from(name.replace(/^[^\p{L}\p{N}]+/u, ''))[0]?.toUpperCase() ?? '·'}
    </span>
  );
}
