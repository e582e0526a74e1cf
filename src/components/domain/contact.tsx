import dynamic from 'next/dynamic';
import type { ComponentProps, ReactNode } from 'react';
import { isMasked } from '@/lib/format/masked';
import { part } from '@/lib/part';

const MaskedContact = part(dynamic(() => import('./masked-contact').then((module) => module.MaskedContact)));

/** A contact of a customer as the screen shows it; a masked one with a button that shows it. */
export function Contact({
  children,
  ...masked
}: ComponentProps<typeof MaskedContact> & { children: ReactNode }) {
  return isMasked(masked.text) ? <MaskedContact {...masked} /> : children;
}
