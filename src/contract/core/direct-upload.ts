import * as yup from 'yup';

/** What a browser says of a file before it sends it straight to the storage. */
export const directUploadSchema = yup.object({
  name: yup.string().trim().required().max(200),
  size: yup.number().integer().required().min(1),
});

/** The tags that the storage answered each part with, in order; none for a file that was sent whole. */
export const sentPartsSchema = yup.object({
  tags: yup
    .array(
      yup
        .string()
        .required()
        .matches(/^"?[\w+/=-]{1,128}"?$/),
    )
    .max(1024)
    .default([]),
});

/** Where each part of the file is sent, in order, by PUT as `application/octet-stream` and without a session. */
export interface BegunUpload {
  id: string;
  parts: { address: string; size: number }[];
}
