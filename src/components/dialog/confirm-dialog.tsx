import { Description, DialogTitle } from '@headlessui/react';
import { Trash2, TriangleAlert } from 'lucide-react';
import { useTranslation } from 'next-i18next/pages';
import { type ReactNode, useEffect, useRef } from 'react';
import { Button } from '@/components/ui/button';
import { DialogButtons } from './dialog-buttons';

interface ConfirmDialogProps {
  title: string;
  text: string;
  /** Name of the record. */
  subject?: string;
  /** What must be known before, such as what keeps it from being deleted. */
  children?: ReactNode;
  /** What becomes of it, in smaller print. */
  note?: string | undefined;
  confirmLabel: string;
  /** Replaces «Отмена» where that would be ambiguous. */
  cancelLabel?: string;
  isDeletion?: boolean;
  isLoading?: boolean;
  /** Left out where it cannot be done. */
  onConfirm?: (() => void) | undefined;
  onClose: () => void;
}

/** Confirmation before something is deleted or lost. The safe button is focused. */
export function ConfirmDialog({
  title,
  text,
  subject,
  children,
  note,
  confirmLabel,
  cancelLabel,
  isDeletion = true,
  isLoading = false,
  onConfirm,
  onClose,
}: ConfirmDialogProps) {
  const { t } = useTranslation('common');
  const Icon = isDeletion && onConfirm ? Trash2 : TriangleAlert;
  const safe = useRef<HTMLButtonElement>(null);

  // The dialog cannot set the focus: this content loads after it opened.
  useEffect(() => safe.current?.focus(), []);

  return (
    <div className="flex w-100 max-w-full flex-col phone:w-full items-center p-6 text-center">
      <span className="grid size-12 place-items-center rounded-full bg-bad-soft text-bad">
        <Icon className="size-6" strokeWidth={1.75} />
      </span>
      <DialogTitle className="mt-4 line-clamp-3 max-w-full text-card font-semibold text-balance break-words">
        {title}
      </DialogTitle>
      <Description className="mt-1 text-ink-second">{text}</Description>
      {subject && <p className="mt-2 line-clamp-3 max-w-full font-medium break-words">{subject}</p>}
      {children}
      {note && <p className="mt-2 text-small text-ink-second">{note}</p>}
      <DialogButtons>
        <Button ref={safe} onClick={onClose}>
          {cancelLabel ?? t(onConfirm ? 'common:button-cancel' : 'common:button-close')}
        </Button>
        {onConfirm && (
          <Button variant="danger" isLoading={isLoading} onClick={onConfirm}>
            {confirmLabel}
          </Button>
        )}
      </DialogButtons>
    </div>
  );
}
