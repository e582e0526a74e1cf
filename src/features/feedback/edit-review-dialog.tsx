import { useTranslation } from 'next-i18next/pages';
import { useState } from 'react';
import { AskForm } from '@/components/dialog/ask-form';
import { ChoiceField } from '@/components/inputs/choice-field';
import { Field } from '@/components/inputs/field';
import { Textarea } from '@/components/inputs/textarea';
import { Thumbnail } from '@/components/media/thumbnail';
import { Button } from '@/components/ui/button';
import { SpriteIcon } from '@/components/ui/sprite-icon';
import type { Attachment } from '@/contract/core/define';
import type { DialogProps } from '@/contract/dialogs';
import { maxFeedbackLength } from '@/contract/feedback/reviews/values';
import { api, fileUrl } from '@/lib/api/client';
import { findMistake, useFeedbackCall } from './use-feedback-call';

const ratings = ['1', '2', '3', '4', '5'] as const;

/** An administrator edits a review and notes the reason. */
export function EditReviewDialog({ data: { review }, onClose }: DialogProps<'EDIT_REVIEW'>) {
  const { t } = useTranslation('feedback');
  const { values, set, call, mistake, send } = useReviewEdit(review, onClose);
  const { rating, comment, photos, note } = values;
  const word = (key: string) => t(`feedback:feedback.edit.${key}`);
  return (
    <AskForm
      title={word('title')}
      text={word('text')}
      confirmLabel={word('confirm')}
      isLoading={call.isPending}
      onConfirm={send}
      onClose={onClose}
    >
      <ReviewedProduct review={review} />
      <ChoiceField
        id="review-rating"
        label={word('rating')}
        {...mistake('rating')}
        isRequired
        value={String(rating)}
        values={ratings}
        word={(value) => `${value} ★`}
        onChange={(value) => set({ rating: Number(value) })}
      />
      <Field
        as={Textarea}
        id="review-comment"
        label={word('comment')}
        {...mistake('comment')}
        isRequired
        rows={4}
        maxLength={maxFeedbackLength}
        value={comment}
        onChange={(event) => set({ comment: event.target.value })}
      />
      <PhotoChoice
        photos={photos}
        onRemove={(gone) => set({ photos: photos.filter((one) => one !== gone) })}
      />
      <Field
        as={Textarea}
        id="review-note"
        label={word('note')}
        hint={word('note-hint')}
        {...mistake('moderation_note')}
        rows={2}
        maxLength={1000}
        value={note}
        onChange={(event) => set({ note: event.target.value })}
      />
    </AskForm>
  );
}

type Review = DialogProps<'EDIT_REVIEW'>['data']['review'];

function useReviewEdit(review: Review, onClose: () => void) {
  const { t } = useTranslation(['feedback', 'form']);
  const [values, setValues] = useState(() => ({
    rating: review.rating,
    comment: review.comment ?? '',
    photos: review.photos as readonly Attachment[],
    note: review.moderation_note ?? '',
  }));
  const [isEmpty, setEmpty] = useState(false);
  const set = (change: Partial<typeof values>) => {
    setValues((before) => ({ ...before, ...change }));
    if (change.comment !== undefined) setEmpty(false);
  };
  const comment = values.comment.trim();
  const call = useFeedbackCall({
    run: () =>
      api.put(`reviews/${review.id}`, {
        rating: values.rating,
        comment,
        photos: values.photos,
        moderation_note: values.note.trim(),
        version: review.version,
      }),
    done: () => ({ text: t('feedback:feedback.edit.done') }),
    onDone: onClose,
  });
  const mistake = (field: string) => {
    const key = field === 'comment' && isEmpty ? 'error-comment-required' : findMistake(call.error, field);
    return key === undefined ? {} : { error: t(`form:${key}`, { defaultValue: key }) };
  };
  const send = () => {
    setEmpty(comment === '');
    if (comment !== '') call.mutate(undefined);
  };
  return { values, set, call, mistake, send };
}

function ReviewedProduct({ review: { product, user } }: { review: Review }) {
  if (!product) return null;
  return (
    <div className="flex items-center gap-3">
      <Thumbnail path={product.image?.thumbnail} title={product.name} />
      <div className="min-w-0">
        <p className="line-clamp-2 font-medium break-words">{product.name}</p>
        {user && <p className="text-small text-ink-second">{user.name}</p>}
      </div>
    </div>
  );
}

interface PhotoChoiceProps {
  photos: readonly Attachment[];
  onRemove: (photo: Attachment) => void;
}

/** Photos belong to the customer: they can be removed but not added. */
function PhotoChoice({ photos, onRemove }: PhotoChoiceProps) {
  const { t } = useTranslation('feedback');
  if (photos.length === 0) return null;
  return (
    <fieldset>
      <legend className="mb-1.5 font-medium">{t('feedback:feedback.edit.photos')}</legend>
      <ul className="flex flex-wrap gap-2">
        {photos.map((photo, index) => (
          <li key={photo.id} className="relative">
            <img
              src={fileUrl(photo.thumbnail || photo.original)}
              alt={t('feedback:feedback.photo', { number: index + 1, count: photos.length })}
              className="size-20 rounded-control bg-line-faint object-cover"
            />
            <Button
              size="small"
              className="absolute end-1 top-1"
              aria-label={t('feedback:feedback.edit.remove-photo', { number: index + 1 })}
              icon={<SpriteIcon name="trash-2" className="size-3.5" />}
              onClick={() => onRemove(photo)}
            />
          </li>
        ))}
      </ul>
    </fieldset>
  );
}
