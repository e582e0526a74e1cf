import { ArrowLeft, ArrowRight, GripVertical, Trash2 } from 'lucide-react';
import { useTranslation } from 'next-i18next/pages';
import { type ReactNode, useState } from 'react';
import type { Control } from '@/components/inputs/field';
import { Button } from '@/components/ui/button';
import type { Attachment } from '@/contract/core/define';
import { fileUrl } from '@/lib/api/client';
import { useUpload } from '@/lib/hooks/use-upload';
import { DropZone } from './drop-zone';
import { useReorder } from './use-reorder';

interface ImagesUploadProps {
  control: Control;
  label: string;
  value: readonly Attachment[];
  /** Maximum file size in KiB, from the settings. */
  maxKib: number;
  onChange: (value: Attachment[]) => void;
  /** Gets the translated message of a rejected file. */
  onError: (text: string | undefined) => void;
}

/** Pictures in a chosen order, changed by dragging or by keys; the first one is the cover. */
export function ImagesUpload({ control, label, value, maxKib, onChange, onError }: ImagesUploadProps) {
  const { t } = useTranslation('form');
  const { send, percent, megabytes } = useUpload(maxKib, onError);

  async function handleFiles(files: File[]) {
    const stored = await send(files);
    if (stored.length > 0) onChange([...value, ...stored]);
  }
  const move = (from: number, to: number) => {
    const others = value.filter((_one, index) => index !== from);
    onChange([...others.slice(0, to), ...value.slice(from, from + 1), ...others.slice(to)]);
    setAnnouncement(t('form:upload.moved', { number: to + 1, count: value.length }));
  };
  const [announcement, setAnnouncement] = useState('');
  const { list, dragged, handle } = useReorder(value.length, move);
  const zone = (
    <DropZone
      control={control}
      label={label}
      megabytes={megabytes}
      percent={percent}
      isMultiple
      isTile={value.length > 0}
      onFiles={(files) => void handleFiles(files)}
    />
  );
  if (value.length === 0) return zone;
  return (
    <ul ref={list} className="grid grid-cols-[repeat(auto-fill,minmax(8rem,1fr))] gap-2">
      {value.map((picture, index) => (
        <PictureTile
          key={picture.id}
          picture={picture}
          alt={`${label} ${index + 1}`}
          place={{ index, count: value.length }}
          drag={{ handle: handle(index), isDragged: index === dragged }}
          onMove={(to) => move(index, to)}
          onRemove={() => onChange(value.filter(({ id }) => id !== picture.id))}
        />
      ))}
      <li>
        {zone}
        <span role="status" className="sr-only">
          {announcement}
        </span>
      </li>
    </ul>
  );
}

interface PictureTileProps {
  picture: Attachment;
  alt: string;
  place: { index: number; count: number };
  /** Event handlers of the drag handle, and whether this picture is dragged now. */
  drag: { handle: ReturnType<ReturnType<typeof useReorder>['handle']>; isDragged: boolean };
  onMove: (to: number) => void;
  onRemove: () => void;
}

function PictureTile(props: PictureTileProps) {
  const { picture, alt, drag, onMove, onRemove } = props;
  const { index, count } = props.place;
  const { t } = useTranslation('form');
  const tool = (name: string, icon: ReactNode, onClick: () => void, isOff = false) => (
    <Button
      size="small"
      aria-label={t(`form:upload.${name}`, { number: index + 1 })}
      disabled={isOff}
      icon={icon}
      onClick={onClick}
    />
  );
  return (
    <li
      className={`group relative aspect-square overflow-hidden rounded-card border bg-sunken ${
        drag.isDragged ? 'border-accent opacity-60' : 'border-line'
      }`}
    >
      <button
        type="button"
        aria-label={t('form:upload.drag', { number: index + 1 })}
        title={t('form:upload.drag', { number: index + 1 })}
        className="absolute end-1.5 top-1.5 grid size-7.5 cursor-grab touch-none place-items-center rounded-control border border-line bg-surface text-ink-second active:cursor-grabbing pointer-coarse:size-10"
        {...drag.handle}
      >
        <GripVertical className="size-4" />
      </button>
      <img
        src={fileUrl(picture.thumbnail || picture.original)}
        alt={alt}
        draggable={false}
        className="size-full object-cover"
      />
      <span className="absolute inset-x-1.5 bottom-1.5 flex justify-between">
        <span className="flex gap-1">
          {tool(
            'move-back',
            <ArrowLeft className="size-4 rtl:rotate-180" />,
            () => onMove(index - 1),
            index === 0,
          )}
          {tool(
            'move-on',
            <ArrowRight className="size-4 rtl:rotate-180" />,
            () => onMove(index + 1),
            index === count - 1,
          )}
        </span>
        {tool('remove-one', <Trash2 className="size-4" />, onRemove)}
      </span>
    </li>
  );
}
