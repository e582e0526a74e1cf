import { Description, DialogTitle } from '@headlessui/react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { BadgeCheck, BadgeX } from 'lucide-react';
import { useTranslation } from 'next-i18next/pages';
import { useEffect, useRef } from 'react';
import { DialogButtons } from '@/components/dialog/dialog-buttons';
import { Button } from '@/components/ui/button';
import { termsAndConditions } from '@/contract/settings/terms-and-conditions';
import { api } from '@/lib/api/client';
import { useLabels } from '@/lib/i18n/labels';
import { showToast } from '@/lib/toast';

interface TermDialogProps {
  isApproval: boolean;
  data: { id: number; title: string };
  onClose: () => void;
}

/** Confirms showing or hiding terms on the site; closes when the response arrives. */
export function TermDialog({ isApproval, data, onClose }: TermDialogProps) {
  const { t } = useTranslation('common');
  const labels = useLabels(termsAndConditions);
  const client = useQueryClient();
  const safe = useRef<HTMLButtonElement>(null);
  const verb = isApproval ? 'approve' : 'disapprove';
  const decide = useMutation({
    mutationFn: () => api.post(`${verb}-${termsAndConditions.endpoint}`, { id: data.id }),
    onSuccess: () => {
      showToast('success', t('common:successfully-updated'));
      return client.invalidateQueries({ queryKey: [termsAndConditions.name] });
    },
    onSettled: onClose,
  });

  // The dialog sets its initial focus before this lazy content arrives.
  useEffect(() => safe.current?.focus(), []);

  const Icon = isApproval ? BadgeCheck : BadgeX;
  return (
    <div className="flex w-100 max-w-full flex-col phone:w-full items-center p-6 text-center">
      <span
        className={`grid size-12 place-items-center rounded-full ${isApproval ? 'bg-good-soft text-good' : 'bg-warn-soft text-warn'}`}
      >
        <Icon className="size-6" strokeWidth={1.75} />
      </span>
      <DialogTitle className="mt-4 text-card font-semibold text-balance">
        {labels.text(`${verb}-question`)}
      </DialogTitle>
      <Description className="mt-1 text-ink-second">{labels.text(`${verb}-text`)}</Description>
      <p className="mt-2 line-clamp-3 max-w-full font-medium break-words">{data.title}</p>
      <DialogButtons>
        <Button ref={safe} onClick={onClose}>
          {t('common:button-cancel')}
        </Button>
        <Button variant="primary" isLoading={decide.isPending} onClick={() => decide.mutate()}>
          {labels.text(verb)}
        </Button>
      </DialogButtons>
    </div>
  );
}
