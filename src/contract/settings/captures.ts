/**
 * When held money is taken: by the payment itself, without a hold; once a part is handed to delivery; when a part is given to
 * the buyer.
 */
export const captureMoments = ['payment', 'shipping', 'handover'] as const;

export type CaptureMoment = (typeof captureMoments)[number];
