import { DialogTitle } from '@headlessui/react';
import { useTranslation } from 'next-i18next/pages';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import type { Attachment } from '@/contract/core/define';
import { fileUrl } from '@/lib/api/client';

interface PictureTurnerProps {
  title: string;
  pictures: readonly Attachment[];
  /** Index of the first shown picture. */
  at: number;
}

/** Content of a dialog: a looping carousel of pictures. */
export function PictureTurner({ title, pictures, at }: PictureTurnerProps) {
  const { t } = useTranslation('form');
  const [place, setPlace] = useState(at);
  const count = pictures.length;
  const picture = pictures[place];
  const turn = (by: number) => setPlace((place + by + count) % count);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: handles arrow keys for any focused element of the dialog
    <div
      className="w-180 max-w-full p-6 phone:w-full phone:p-4"
      onKeyDown={({ key }) => {
        if (key === 'ArrowRight') turn(1);
        if (key === 'ArrowLeft') turn(-1);
      }}
    >
      <DialogTitle className="pe-8 text-card font-semibold">{title}</DialogTitle>
      {picture && (
        <img
          src={fileUrl(picture.original)}
          alt={t('form:pictures.alt', { number: place + 1, count })}
          className="mt-4 h-[60vh] w-full rounded-control bg-line-faint object-contain"
        />
      )}
      {count > 1 && (
        <div className="mt-4 flex items-center justify-between gap-2">
          <Button onClick={() => turn(-1)}>{t('form:pictures.previous')}</Button>
          <span aria-live="polite" className="text-ink-second tabular-nums">
            {place + 1} / {count}
          </span>
          <Button onClick={() => turn(1)}>{t('form:pictures.next')}</Button>
        </div>
      )}
    </div>
  );
}
