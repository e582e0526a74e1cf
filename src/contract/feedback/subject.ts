import type { Attachment, Stub } from '@/contract/core/define';

/** Product summary embedded in a review or question. */
export interface FeedbackProduct extends Stub {
  image: Attachment | null;
}

/** Author of a review or question. Only administrators see the email; the shop sees `is_active`, too. */
export interface FeedbackPerson {
  id: number;
  name: string;
  avatar: Attachment | null;
  /** Where other clients of the dialect look for the picture. */
  profile?: { avatar: Attachment | null };
  is_active?: boolean;
  email?: string;
}
