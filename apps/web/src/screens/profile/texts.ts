/** The specification's words. */
export const notSaved = 'Some error occured in profile update'
export const photoSaved = 'Photo Updated Successfully'
export const photoNotSaved = 'Some error occured in photo update'
