import * as yup from 'yup';
import { freeText } from '@/contract/core/rules';
import { homeCountry } from './region';

export const postalAddress = () =>
  yup.object({
    country: freeText().max(100, 'error-too-long').nullable(),
    state: freeText().max(100, 'error-too-long').nullable(),
    city: freeText().max(100, 'error-too-long').nullable(),
    zip: freeText().max(20, 'error-too-long').nullable(),
    street_address: freeText().max(500, 'error-too-long').nullable(),
  });

/** An address that is complete enough for delivery. Apps of other clients that sell in one country leave it out. */
export const fullAddress = () =>
  postalAddress().shape({
    country: freeText().required('error-country-required').max(100, 'error-too-long').default(homeCountry),
    city: freeText().required('error-city-required').max(100, 'error-too-long'),
    state: freeText().required('error-state-required').max(100, 'error-too-long'),
    zip: freeText().required('error-zip-required').max(20, 'error-too-long'),
    street_address: freeText().required('error-street-required').max(500, 'error-too-long'),
  });

export type PostalAddress = yup.InferType<ReturnType<typeof postalAddress>>;

/** A point on the map with its address in one line. */
export const mapLocation = () =>
  yup
    .object({
      lat: yup.number().min(-90, 'error-wrong-value').max(90, 'error-wrong-value').nullable(),
      lng: yup.number().min(-180, 'error-wrong-value').max(180, 'error-wrong-value').nullable(),
      formattedAddress: yup.string().trim().max(500, 'error-too-long').nullable(),
    })
    .nullable()
    .default(null);

export const addressTypes = ['billing', 'shipping'] as const;

/** A saved address of a user. */
export const addressSchema = yup.object({
  title: freeText().required('error-title-required').max(255, 'error-too-long'),
  type: yup.string().oneOf(addressTypes, 'error-wrong-value').required('error-wrong-value'),
  default: yup.boolean().default(false),
  address: fullAddress(),
  location: mapLocation(),
});

export type AddressInput = yup.InferType<typeof addressSchema>;

export interface Address extends AddressInput {
  id: number;
  customer_id: number;
}
