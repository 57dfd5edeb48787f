package timeline

// Raster is a picture in device pixels.
type Raster struct {
	Width, Height int
	// Pix holds the rows from top to bottom. A pixel is 0xAABBGGRR, so that in
	// memory its bytes are R, G, B, A.
	Pix []uint32
}

// Resize makes r width by height pixels, reusing its buffer; the content is lost.
func (r *Raster) Resize(width, height int) { panic("todo") }

// Bytes is the picture as R, G, B, A bytes. It shares r's memory.
func (r *Raster) Bytes() []byte { panic("todo") }
