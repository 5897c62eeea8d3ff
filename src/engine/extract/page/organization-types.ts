/** Organisations of schema.org and what sites say they are: its subtypes by how they end. */
const ORGANIZATION =
  /(?:Organization|Corporation|Business|Store|Company|Agency|Restaurant|Establishment|Hotel|Motel|Hostel|Resort|Campground|BedAndBreakfast|Clinic|Hospital|Dentist|Physician|Optician|Pharmacy|VeterinaryCare|School|University|Attorney|Notary|Service|NGO|Airline|Consortium|Library|Museum|Agent|Cooperative|CreditUnion|Contractor|Electrician|Plumber|Locksmith|HousePainter|Dealer|AutoRepair|AutoRental|Shop|Salon|Spa|Bakery|Brewery|Winery|Distillery|Pub|Florist|ChildCare|SelfStorage|Laundry|Club|Gym|Gallery|Office)$/

/** Whether a type of structured data is that of a house. */
export const isOrganizationType = (type: string): boolean => ORGANIZATION.test(type)
