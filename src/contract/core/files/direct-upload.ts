import * as yup from 'yup';

/** Metadata of a file before its direct upload to the storage. */
export const directUploadSchema = yup.object({
  name: yup.string().trim().required().max(200),
  size: yup.number().integer().required().min(1),
});

/** The ETags of the uploaded parts, in order; none for a file uploaded as a whole. */
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

/** URLs for the parts of the file, in order; PUT as `application/octet-stream` and without a session. */
export interface BegunUpload {
  id: string;
  parts: { address: string; size: number }[];
}
