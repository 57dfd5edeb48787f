package timeline

import "unsafe"

// Raster is a picture in device pixels.
type Raster struct {
	Width, Height int
	// Pix holds the rows from top to bottom. A pixel is 0xAABBGGRR, so that in
	// memory (little-endian, as all our platforms) its bytes are R, G, B, A.
	Pix []uint32
}

// Resize makes r width by height pixels, reusing its buffer; the content is lost.
func (r *Raster) Resize(width, height int) {
	if n := width * height; cap(r.Pix) < n {
		r.Pix = make([]uint32, n)
	} else {
		r.Pix = r.Pix[:n]
	}
	r.Width, r.Height = width, height
}

// Bytes is the picture as R, G, B, A bytes. It shares r's memory.
func (r *Raster) Bytes() []byte {
	return unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(r.Pix))), 4*len(r.Pix))
}

// row is the pixels of row y.
func (r *Raster) row(y int) []uint32 { return r.Pix[y*r.Width : (y+1)*r.Width] }

// fill paints rows y0 to y1-1.
func (r *Raster) fill(y0, y1 int, pixel uint32) {
	rows := r.Pix[y0*r.Width : y1*r.Width]
	if len(rows) == 0 {
		return
	}
	// Copies that double are faster than pixels.
	rows[0] = pixel
	for n := 1; n < len(rows); n *= 2 {
		copy(rows[n:], rows[:n])
	}
}

// rect paints the part of an area that lies on r between the rows top and bottom-1.
func (r *Raster) rect(a Rect, top, bottom int, pixel uint32) {
	x0, x1 := max(a.X0, 0), min(a.X1, r.Width)
	for y := max(a.Y0, top); y < min(a.Y1, bottom); y++ {
		for x := x0; x < x1; x++ {
			r.Pix[y*r.Width+x] = pixel
		}
	}
}

// mix is a blend of two pixels: a at weight 0, b at weight 256.
func mix(a, b, weight uint32) uint32 {
	// Red and blue, then green, have 8 free bits above them to multiply in.
	rb := (a&0xff00ff)*(256-weight) + (b&0xff00ff)*weight
	g := (a&0x00ff00)*(256-weight) + (b&0x00ff00)*weight
	return 0xff000000 | rb>>8&0xff00ff | g>>8&0x00ff00
}
