/** How long a challenge can be answered, in seconds: as long as one writes a letter. */
export const captchaSeconds = 3600
/** A question in words is asked anew after so many wrong answers. */
export const mostWrong = 3
