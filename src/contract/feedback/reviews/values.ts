/** Maximum length of a review or an answer, in characters. */
export const maxFeedbackLength = 4000;

/** A shop may change its answer to a review for so many hours. */
export const answerHours = 24;
