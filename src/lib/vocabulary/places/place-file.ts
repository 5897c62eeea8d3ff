/** The address of a list of places. */
export const placeFile = (
  name:
    | 'cities'
    | 'city-exonyms'
    | 'city-places'
    | 'city-words'
    | 'country-words'
    | 'informal-places'
    | 'ordinary-cities'
    | 'regions'
    | 'subdivision-cities'
    | 'subdivisions'
    | 'us-places'
    | 'word-cities',
): URL => new URL(`./${name}.txt`, import.meta.url)
